UPDATE points SET kind = 'train', count = 3, setup = 'operation=send' WHERE id = 1;
INSERT INTO points SELECT 9, run, kind, sender, receiver, bytes, reply_bytes, count, 'operation=isend' FROM points WHERE id = 1;
INSERT INTO batches VALUES (90, 9, 1, 0, 0.0);
INSERT INTO observations VALUES (90, 0, 1.5, 2.5, NULL);
