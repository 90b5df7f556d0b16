-- When it was last noted that a node is there, once a day; nothing in rows of older versions, where its introduction counts.
ALTER TABLE node_belief ADD COLUMN seen BIGINT;
