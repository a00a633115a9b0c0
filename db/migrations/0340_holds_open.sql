-- outside a transaction
-- Those of bids are found by the bids that stand, the others by `holds_besides_bids`.
drop index concurrently ledger.holds_open;
