-- A refusal belongs to what was refused, not to the name of its type. What 0.1.0 stored is that of no recipe.
CREATE TABLE refused_recipe (
    node BIGINT NOT NULL,
    owner TEXT NOT NULL,
    type TEXT NOT NULL,
    print BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (node, owner, type, print)
) ${without_rowid};

INSERT INTO refused_recipe (node, owner, type, print, at) SELECT node, owner, type, 0, at FROM refusal;

DROP TABLE refusal;

ALTER TABLE refused_recipe RENAME TO refusal;
