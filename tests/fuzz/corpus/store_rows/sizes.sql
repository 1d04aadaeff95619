UPDATE points SET bytes = 9223372036854775807, sender = -1, reply_bytes = 'x';
UPDATE batches SET loop = 0, warmup = NULL, delay = 'x';
