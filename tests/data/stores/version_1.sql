PRAGMA application_id = 1399350643;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE events (
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,  -- from 0, without a gap
        event TEXT NOT NULL,
        clock_0 REAL,  -- seconds left after it, NULL without a clock
        clock_1 REAL,
        PRIMARY KEY (match, number)
    ) WITHOUT ROWID;
INSERT INTO "events" VALUES(1,0,'opened 3 1',360.0,360.0);
INSERT INTO "events" VALUES(1,1,'played 8:3 6:1',360.0,360.0);
INSERT INTO "events" VALUES(1,2,'rolled 2 3',360.0,358.5);
INSERT INTO "events" VALUES(2,0,'opened 6 4',NULL,NULL);
INSERT INTO "events" VALUES(2,1,'resigned 1',NULL,NULL);
INSERT INTO "events" VALUES(2,2,'accepted',NULL,NULL);
CREATE TABLE fair_dice (
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        game INTEGER NOT NULL,  -- from 0
        secret BLOB NOT NULL,
        commitment TEXT NOT NULL,
        players_seed TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (match, game)
    ) WITHOUT ROWID;
INSERT INTO "fair_dice" VALUES(1,0,X'0000000000000000000000000000000000000000000000000000000000000010','a3ecde0c1d9daa6b7a949c87a1af7963c69cb2c412fb3086c495f14630c17b7b','şans');
CREATE TABLE matches (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name_0 TEXT NOT NULL,
        name_1 TEXT NOT NULL,
        options TEXT NOT NULL,  -- JSON
        seat_0 TEXT NOT NULL,  -- 'person' or an opponent's key
        seat_1 TEXT NOT NULL,
        dice TEXT NOT NULL,
        person_side INTEGER NOT NULL,
        colours TEXT NOT NULL,
        started TEXT NOT NULL,  -- ISO 8601
        finished TEXT,
        deleted INTEGER NOT NULL DEFAULT 0,  -- 1 until it is purged
        score_0 INTEGER NOT NULL DEFAULT 0,
        score_1 INTEGER NOT NULL DEFAULT 0,
        extra TEXT NOT NULL  -- JSON
    );
INSERT INTO "matches" VALUES(1,'Ελένη','Ötesi','{"games": [{"game": "backgammon"}], "length": 3, "crawford": true, "jacoby": false, "beavers": false, "raccoons": false, "automatic_doubles": false, "clock": true}','person','master:balanced','fair',0,'light','2026-11-30T12:00:00+00:00',NULL,0,0,0,'{"turning": true}');
INSERT INTO "matches" VALUES(2,'one','other','{"games": [{"game": "backgammon"}], "length": 1, "crawford": true, "jacoby": false, "beavers": false, "raccoons": false, "automatic_doubles": false, "clock": false}','person','person','typed',0,'','2026-11-29T12:00:00+00:00','2026-11-29T12:30:00+00:00',0,0,1,'{}');
CREATE INDEX matches_by_end ON matches (finished, started);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('matches',2);
COMMIT;
