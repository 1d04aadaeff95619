UPDATE runs SET purpose = NULL, ended = NULL WHERE id = 1;
UPDATE runs SET purpose = 'dance' WHERE id = 2;
