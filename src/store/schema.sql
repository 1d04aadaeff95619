-- A store of sonde: raw timings of MPI experiments and the circumstances under which they were taken.
-- All times are in seconds, all sizes in bytes, all dates in UTC (ISO 8601). Start with the view timings.
-- What the program decides by is in columns of its own; texts marked "for people" are shown and never read again.
PRAGMA application_id = 0x536f6e64;
PRAGMA user_version = 4;

CREATE TABLE IF NOT EXISTS runs (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE, -- the user's, or run-<id>
	started TEXT NOT NULL,     -- date
	ended TEXT,                -- date; NULL: the run was killed or goes on
	purpose TEXT NOT NULL CHECK (purpose IN (
		'estimate',           -- the experiments of a model
		'estimate-switch',    -- the switch to rendezvous and how ports serve messages
		'compare',            -- round trips that models are compared with
		'compare-paths',      -- send calls, receive calls and full paths that models are compared with
		'compare-models',     -- round trips and operations that estimated models are evaluated by: table evaluations
		'measure-p2p', 'measure-overlap', 'measure-collective', 'measure-thresholds',
		'other')),            -- of a store of version 2, in words that its program did not use
	model TEXT,     -- estimate: the model's class, "plogp"
	method TEXT,    -- estimate: of its estimation, "saturation"
	operation TEXT, -- measure-p2p: the MPI calls, "isend"; measure-collective: the operation, "bcast"
	algorithm TEXT, -- measure-collective: sonde's, "binomial"; "native": the MPI library's own; "all": each of them
	variant TEXT NOT NULL DEFAULT '', -- what else makes it another measurement: key=value, in a fixed order, separated by spaces.
		-- All: loop (messages in a timing, or its time) where the user chose it.
		-- estimate: pairs (all, classes), rounds (1: pairs that do not overlap at the same time); measure-p2p: pattern, count, path,
		-- layout, type, block (bytes), stride, cold, partners, pairs (all, 0:1), order (parallel, side-by-side), others; measure-collective: arrival, series
	title TEXT NOT NULL DEFAULT '', -- for people: the purpose in words
	statistic TEXT CHECK (statistic IN ('min', 'mean', 'median')), -- what stands for repeated timings; NULL: not known
	machine TEXT CHECK (machine IN ('same', 'changed')), -- whether the machine stayed the same; NULL: the run did not end
	switch INTEGER CHECK (switch > 0) -- estimate: the largest message that is sent before its receiver asks for it; NULL: not known
);

CREATE TABLE IF NOT EXISTS options (
	-- What the user asked for: the options that were given, and other arguments by their place.
	run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	key TEXT NOT NULL,   -- the option's long name, "error"; of other arguments their place, "1", "2"
	value TEXT NOT NULL, -- sizes in bytes and times in seconds, without units; "1" for an option without an argument
	resume INTEGER NOT NULL CHECK (resume IN (0, 1)), -- 1: the run can only be resumed with the same value
	PRIMARY KEY (run, key)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS sizes (
	-- The message sizes that the user asked for; none: the program chose them.
	run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	bytes INTEGER NOT NULL,
	role TEXT NOT NULL CHECK (role IN ('listed', 'least', 'most')), -- least, most: the ends of a range within which sizes were chosen
	PRIMARY KEY (run, bytes)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS circumstances (
	run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	process INTEGER, -- process number for host, binding, cpu_seconds and timed_seconds; NULL: holds for the whole run
	key TEXT NOT NULL, -- platform (mpi, synthetic), library (name and version), standard (of MPI), processes (how many), host,
			   -- binding (CPUs), cpu_seconds (s of CPU time, user and system, while the process was timed), timed_seconds (s that
			   -- passed meanwhile; both only where time is real, and since the run was last resumed), yielding (how many were made to leave their CPU while they wait inside MPI), processor (its model),
			   -- clock_resolution (s), clock_cost (s of one call), seed, command (for people), started (date),
			   -- version (of sonde), buffers (for people)
	value              -- text, or a number; what is not known has no row
);
CREATE UNIQUE INDEX IF NOT EXISTS circumstances_of_run ON circumstances (run, key, coalesce(process, -1));

CREATE TABLE IF NOT EXISTS points (
	-- What is timed: a message of bytes from one process to another.
	id INTEGER PRIMARY KEY,
	run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	kind TEXT NOT NULL,           -- roundtrip, train, send, send-alone, send-early, receive, receive-expected, exchange, overlap, one-to-two, collective, crossed
	sender INTEGER NOT NULL,      -- process number
	receiver INTEGER NOT NULL,    -- process number
	bytes INTEGER NOT NULL,       -- of the message
	reply_bytes INTEGER NOT NULL, -- of the answer
	count INTEGER NOT NULL,       -- in a row: 1 but for trains, windows and series of collective operations
	setup TEXT NOT NULL,          -- what differs from plain messages, "operation=isend cold.sender=1"; empty for plain ones
	UNIQUE (run, kind, sender, receiver, bytes, reply_bytes, count, setup)
);
CREATE INDEX IF NOT EXISTS points_of_run ON points (run);

CREATE TABLE IF NOT EXISTS batches (
	-- Observations of a point that were taken together.
	id INTEGER PRIMARY KEY,
	point INTEGER NOT NULL REFERENCES points (id) ON DELETE CASCADE,
	loop INTEGER NOT NULL,   -- operations timed as one observation
	warmup INTEGER NOT NULL, -- operations before each, not timed
	delay REAL NOT NULL      -- s that the receiver lets pass (receive, receive-expected)
);
CREATE INDEX IF NOT EXISTS batches_of_point ON batches (point);

CREATE TABLE IF NOT EXISTS observations (
	batch INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
	number INTEGER NOT NULL, -- 0, 1, ... within the batch, as they were taken
	at REAL NOT NULL,        -- s on the clock of the platform
	seconds REAL NOT NULL,   -- s per operation, the average over the loop; negative only where a barrier was subtracted (root timing)
	send_seconds REAL,       -- s in the send calls alone; exchange: the first of the two; root timing: of the barrier that was subtracted; NULL where it is not measured
	state_before INTEGER,    -- the machine's state by the sentinel, an empty round trip, just before: 0 for the main one, then from the quickest
	state_after INTEGER,     -- the same just after; another one: the observation lies between two. NULL both: the sentinel was not timed, or
				 -- level is there and the observation is too long to be of one state
	level REAL,              -- s: what the sentinel took then, the mean of before and after; of what is of no state: what it probably took on average meanwhile; 0: the observation takes as long in each state
	PRIMARY KEY (batch, number)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS parts (
	-- What a run spent its time on.
	id INTEGER PRIMARY KEY,
	run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	name TEXT NOT NULL,       -- a kind of points, or: preparing, searching, watching (the machine, and waiting for it)
	seconds REAL NOT NULL,    -- s on the clock of the platform
	messages INTEGER NOT NULL -- sent in this part
);
CREATE INDEX IF NOT EXISTS parts_of_run ON parts (run);

CREATE TABLE IF NOT EXISTS notes (
	-- What the program said while it measured.
	id INTEGER PRIMARY KEY,
	run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	severity TEXT NOT NULL CHECK (severity IN ('information', 'warning')),
	subject TEXT NOT NULL CHECK (subject IN ('machine', 'measurement')), -- machine: whether it stayed the same
	text TEXT NOT NULL -- for people
);
CREATE INDEX IF NOT EXISTS notes_of_run ON notes (run);

CREATE TABLE IF NOT EXISTS states (
	-- The machine's quickest state that lasted during a run: what the sentinels, plain round trips, took in it.
	run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	sender INTEGER NOT NULL,   -- process number
	receiver INTEGER NOT NULL, -- process number
	bytes INTEGER NOT NULL,
	seconds REAL NOT NULL,     -- s
	PRIMARY KEY (run, sender, receiver, bytes)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS machine_states (
	-- The machine's states during a run, told apart by the sentinel, an empty round trip.
	run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	number INTEGER NOT NULL,   -- as in observations: 0 for the main one, then from the quickest
	name TEXT NOT NULL,        -- that of an earlier run's state of about this level, else a new one: quick, slow, state-1; empty: the only
				   -- state, and no run knows another
	sender INTEGER NOT NULL,   -- process number
	receiver INTEGER NOT NULL, -- process number
	level REAL NOT NULL,       -- s: what the sentinel takes in it
	share REAL NOT NULL,       -- of the time
	PRIMARY KEY (run, number)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS thresholds (
	-- Message sizes at which linear scatter and gather change their behaviour.
	run INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
	S REAL,  -- bytes: the largest size before the leap of scatter; NULL: there is none
	M1 REAL, -- bytes: from here on gathers escalate; NULL: none did
	M2 REAL  -- bytes: below here; infinite if the largest size that was measured still did; NULL: none did
);

CREATE TABLE IF NOT EXISTS escalations (
	-- Gathers of sizes between M1 and M2.
	run INTEGER NOT NULL REFERENCES thresholds (run) ON DELETE CASCADE,
	bytes INTEGER NOT NULL,     -- of the blocks
	made INTEGER NOT NULL,      -- how many gathers were made
	escalated INTEGER NOT NULL, -- how many of them escalated
	q10 REAL, q50 REAL, q90 REAL, -- s: deciles of what that added; NULL: none escalated
	PRIMARY KEY (run, bytes)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS evaluations (
	-- Models that were evaluated by the timings of a run of purpose compare-models.
	run INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
	confidence REAL NOT NULL, -- of the intervals of what is measured
	noise REAL NOT NULL       -- s: what a gather must be longer by to have escalated; 0: not known
);

CREATE TABLE IF NOT EXISTS evaluated_models (
	run INTEGER NOT NULL REFERENCES evaluations (run) ON DELETE CASCADE,
	place INTEGER NOT NULL,    -- 0, 1, ... in the user's order
	name TEXT NOT NULL,        -- as the user gave it, "het-hockney:regression"
	model TEXT NOT NULL,       -- its class
	method TEXT NOT NULL,      -- of its estimation
	apart INTEGER NOT NULL CHECK (apart IN (0, 1)), -- 1: with parameters of each pair
	file TEXT NOT NULL,        -- the model, as a model file has it (JSON)
	experiments REAL NOT NULL, -- what its estimation took: points,
	messages REAL NOT NULL,    -- messages,
	seconds REAL NOT NULL,     -- s
	PRIMARY KEY (run, place)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS evaluated_operations (
	run INTEGER NOT NULL REFERENCES evaluations (run) ON DELETE CASCADE,
	place INTEGER NOT NULL,  -- 0, 1, ... in the user's order
	operation TEXT NOT NULL, -- p2p (round trips) or a collective operation
	algorithm TEXT,          -- of a collective operation
	PRIMARY KEY (run, place)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS evaluated_sizes (
	-- Held out: no model was fitted at them.
	run INTEGER NOT NULL REFERENCES evaluations (run) ON DELETE CASCADE,
	bytes INTEGER NOT NULL,
	PRIMARY KEY (run, bytes)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS evaluation_costs (
	-- What the evaluation took besides the models.
	run INTEGER NOT NULL REFERENCES evaluations (run) ON DELETE CASCADE,
	part TEXT NOT NULL CHECK (part IN ('switch', 'thresholds', 'held-out')), -- held-out: the timings that models are evaluated by
	experiments REAL NOT NULL, -- points
	messages REAL NOT NULL,
	seconds REAL NOT NULL,     -- s
	PRIMARY KEY (run, part)
) WITHOUT ROWID;

-- Every observation with what was timed. CROSS JOIN fixes the order of the loops, so that one run is read without a sort.
CREATE VIEW timings AS
	SELECT p.run, p.id AS point, b.id AS batch, o.number, p.kind, p.sender, p.receiver, p.bytes, p.reply_bytes, p.count, p.setup,
		b.loop, b.warmup, b.delay, o.at, o.seconds, o.send_seconds, o.state_before, o.state_after, o.level
	FROM points p CROSS JOIN batches b ON b.point = p.id CROSS JOIN observations o ON o.batch = b.id;
