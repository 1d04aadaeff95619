UPDATE runs SET purpose = NULL, ended = NULL WHERE id = 1;
