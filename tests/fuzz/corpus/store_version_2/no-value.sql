UPDATE circumstances SET value = NULL WHERE key = 'state 0:1';
