-- A store of sonde: raw timings of MPI experiments and the circumstances under which they were taken.
-- All times are in seconds, all sizes in bytes, all dates in UTC (ISO 8601). Start with the view timings.
PRAGMA application_id = 0x536f6e64;
PRAGMA user_version = 2;

CREATE TABLE runs (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE, -- the user's, or run-<id>
	purpose TEXT,              -- what was to be found out
	started TEXT NOT NULL,     -- date
	ended TEXT                 -- date; NULL: the run was killed or goes on
);

CREATE TABLE circumstances (
	run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	process INTEGER, -- process number for host and binding; NULL: holds for the whole run
	key TEXT NOT NULL, -- platform, library, processes, host, binding, clock_resolution (s), clock_cost (s of one call), seed, ...;
			   -- added at the end of the run: machine (stayed the same, changed), statistic (min, mean, median), switch (bytes, of estimations that knew it)
	value              -- text, or a number; what is not known has no row
);
CREATE UNIQUE INDEX circumstances_of_run ON circumstances (run, key, coalesce(process, -1));

CREATE TABLE points (
	-- What is timed: a message of bytes from one process to another.
	id INTEGER PRIMARY KEY,
	run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	kind TEXT NOT NULL,           -- roundtrip, train, send, send-early, receive, receive-expected, exchange, overlap, one-to-two, collective
	sender INTEGER NOT NULL,      -- process number
	receiver INTEGER NOT NULL,    -- process number
	bytes INTEGER NOT NULL,       -- of the message
	reply_bytes INTEGER NOT NULL, -- of the answer
	count INTEGER NOT NULL,       -- messages in a row: 1 but for trains
	setup TEXT NOT NULL,          -- what differs from plain messages, "operation=isend cold.sender=1"; empty for plain ones
	UNIQUE (run, kind, sender, receiver, bytes, reply_bytes, count, setup)
);
CREATE INDEX points_of_run ON points (run);

CREATE TABLE batches (
	-- Observations of a point that were taken together.
	id INTEGER PRIMARY KEY,
	point INTEGER NOT NULL REFERENCES points (id) ON DELETE CASCADE,
	loop INTEGER NOT NULL,   -- operations timed as one observation
	warmup INTEGER NOT NULL, -- operations before each, not timed
	delay REAL NOT NULL      -- s that the receiver lets pass (receive, receive-expected)
);
CREATE INDEX batches_of_point ON batches (point);

CREATE TABLE observations (
	batch INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
	number INTEGER NOT NULL, -- 0, 1, ... within the batch, as they were taken
	at REAL NOT NULL,        -- s on the clock of the platform
	seconds REAL NOT NULL,   -- s per operation, the average over the loop
	send_seconds REAL,       -- s in the send calls alone; NULL where it is not measured
	PRIMARY KEY (batch, number)
) WITHOUT ROWID;

CREATE TABLE parts (
	-- What a run spent its time on.
	id INTEGER PRIMARY KEY,
	run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	name TEXT NOT NULL,
	seconds REAL NOT NULL,    -- s on the clock of the platform
	messages INTEGER NOT NULL -- sent in this part
);
CREATE INDEX parts_of_run ON parts (run);

CREATE TABLE notes (
	-- Warnings and verdicts.
	id INTEGER PRIMARY KEY,
	run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	text TEXT NOT NULL
);
CREATE INDEX notes_of_run ON notes (run);

-- Every observation with what was timed. CROSS JOIN fixes the order of the loops, so that one run is read without a sort.
CREATE VIEW timings AS
	SELECT p.run, p.id AS point, b.id AS batch, o.number, p.kind, p.sender, p.receiver, p.bytes, p.reply_bytes, p.count, p.setup,
		b.loop, b.warmup, b.delay, o.at, o.seconds, o.send_seconds
	FROM points p CROSS JOIN batches b ON b.point = p.id CROSS JOIN observations o ON o.batch = b.id;
