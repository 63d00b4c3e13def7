"""The commands of the command line, one a file: NAME, summary(), declare(parser), run(arguments)."""
