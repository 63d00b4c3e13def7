PRAGMA application_id = 1399350643;
PRAGMA user_version = 2;
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
CREATE TABLE summaries (
        match INTEGER PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
        is_stale INTEGER NOT NULL DEFAULT 1,
        state TEXT NOT NULL DEFAULT '',  -- 'playing', 'finished', '' in no list
        day TEXT NOT NULL DEFAULT '',  -- ISO 8601: its end, its beginning while it is played
        game TEXT NOT NULL DEFAULT '',  -- a game's key, 'tavli' for several games in turn
        seat TEXT NOT NULL DEFAULT '',  -- of the one who plays against the person
        opponent TEXT NOT NULL DEFAULT '',  -- the name of that one
        outcome TEXT NOT NULL DEFAULT '',  -- 'won', 'lost', 'drawn', 'open'
        words TEXT NOT NULL DEFAULT ''  -- what can be searched for, folded
    );
INSERT INTO "summaries" VALUES(1,0,'playing','2026-11-30T12:00:00+00:00','backgammon','master:balanced','Ötesi','','ελενη otesi backgammon master:balanced 2026-11-30');
INSERT INTO "summaries" VALUES(2,0,'finished','2026-11-29T12:30:00+00:00','backgammon','person','other','lost','one other backgammon  2026-11-29');
CREATE INDEX matches_by_end ON matches (finished, started);
CREATE INDEX summaries_by_day ON summaries (state, day, match);
CREATE INDEX summaries_by_game ON summaries (state, game, day, match);
CREATE INDEX summaries_by_opponent ON summaries (state, seat, opponent, day, match);
CREATE INDEX summaries_stale ON summaries (match) WHERE is_stale;
CREATE TRIGGER match_stored AFTER INSERT ON matches BEGIN INSERT INTO summaries (match) VALUES (NEW.id); END;
CREATE TRIGGER match_changed AFTER UPDATE ON matches BEGIN UPDATE summaries SET is_stale = 1 WHERE match = NEW.id; END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('matches',2);
COMMIT;
