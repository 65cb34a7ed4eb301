-- reads moves, games; stored
-- How far behind the winner of every game was, where two play: by the most points at the end of any turn, 0 where they
-- never were behind, and in a drawn game. Points are those of the moves table, without what the final count adds.
-- A game of which no turn was logged has no row.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
${turn_rows}standings AS (
    SELECT
        game_id,
        max(score_second_after::INT - score_first_after) AS first_behind,
        max(score_first_after::INT - score_second_after) AS second_behind
    FROM $ended_turns
    GROUP BY game_id
)
SELECT
    deal_id,
    arm,
    sum(CASE winner WHEN 0 THEN greatest(first_behind, 0) WHEN 1 THEN greatest(second_behind, 0) ELSE 0 END)::BIGINT
        AS behind
FROM standings JOIN games USING (game_id) JOIN arms USING (arm)
WHERE matchup >= 0
GROUP BY deal_id, arm
ORDER BY deal_id, arm
