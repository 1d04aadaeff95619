UPDATE runs SET purpose = 'estimate plogp saturation, all pairs' WHERE id = 8;
UPDATE runs SET purpose = 'measure collective bcast binomial' WHERE id = 1;
