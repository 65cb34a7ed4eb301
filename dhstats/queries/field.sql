-- reads games; some games
-- What the seats of every strategy had of the wins at the tables of a matchup, in $parts: the winner has $win, or
-- those who are first alike share them. seats counts the seats that it had, one a game and player.
-- A deal is the block: its games share all decks, and in each of them the players sit at other seats.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
seated AS (
    SELECT
        arm, deal_id,
        $firsts AS sharing,
        unnest([$names]) AS strategy,
        unnest([$ranks][:players]) AS rank
    FROM games
),
blocks AS (
    SELECT
        matchup, deal_id, strategy,
        count(*) AS seats,
        sum(CASE rank WHEN 1 THEN $win // sharing ELSE 0 END)::BIGINT AS won
    FROM seated JOIN arms USING (arm)
    WHERE matchup >= 0
    GROUP BY matchup, deal_id, strategy
)
SELECT
    matchup, strategy,
    count(*) AS deals,
    sum(seats)::BIGINT AS seats,
    sum(won)::BIGINT AS won,
    sum(won * won)::BIGINT AS won_squares
FROM blocks
GROUP BY matchup, strategy
ORDER BY matchup, strategy
