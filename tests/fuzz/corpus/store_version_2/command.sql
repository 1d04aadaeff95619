UPDATE circumstances SET value = 'sonde measure p2p --sizes auto:0:1M --error 0.05 -n 4 --quiet' WHERE key = 'command';
