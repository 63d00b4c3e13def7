"""What is seen, heard and touched: the only room with pygame."""
