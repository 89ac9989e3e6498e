-- How many streams a device has open is counted for all workers: the newest stay, whichever worker has them.

-- Lost in a crash, as the streams are, and so written without a log.
CREATE UNLOGGED TABLE streams (
    device_id uuid NOT NULL,
    stream_ids uuid[] NOT NULL,
    touched_at timestamptz NOT NULL,
    CONSTRAINT streams_one_row_per_device PRIMARY KEY (device_id)
) WITH (fillfactor = 50);

CREATE INDEX streams_by_time ON streams (touched_at);
