UPDATE circumstances SET value = 2147483647 WHERE key = 'processes';
