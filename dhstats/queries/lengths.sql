-- reads games; stored
-- How long every game was, and when it was settled: its turns, and after which percent of its $steps the winner led for
-- good (rounded up); a drawn game is settled at its end.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
played AS (
    SELECT
        deal_id,
        arm,
        $turns::INT AS turns,
        $own_columns
        lead_since::INT AS lead_since
    FROM games JOIN arms USING (arm)
    WHERE matchup >= 0
)
SELECT
    deal_id,
    arm,
    sum(turns)::BIGINT AS turns,
    sum(
        CASE
            WHEN lead_since < 0 THEN 100
            ELSE (100 * lead_since + greatest($steps, 1) - 1) // greatest($steps, 1)
        END
    )::BIGINT AS settled
FROM played
GROUP BY deal_id, arm
ORDER BY deal_id, arm
