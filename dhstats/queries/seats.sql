-- What each seat had of the wins, its place and its score: sums over deals, and sums of products of two seats, so that
-- every difference between seats has its standard error over deals.
-- A deal is the block: its games share all decks, and in each of them the players sit at other seats.
-- share: of the wins, in twelfths: the winner has twelve, or those who are first alike share them.
-- place: in halves; who share places have their mean, so that the seats of a game have n (n + 1) halves together.
-- score: in points. seat and other count from 0, and other is never before seat.
-- matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
seated AS (
    SELECT
        arm, deal_id, rank_first, rank_second, rank_third, rank_fourth,
        unnest(range(players::INT)) AS seat,
        unnest([rank_first, rank_second, rank_third, rank_fourth][:players])::INT AS rank,
        unnest([score_first, score_second, score_third, score_fourth][:players])::INT AS score
    FROM games
),
alike AS (
    SELECT
        *,
        (rank_first = rank)::INT + (rank_second = rank)::INT + (rank_third = rank)::INT + (rank_fourth = rank)::INT
        AS sharing
    FROM seated
),
told AS (
    SELECT
        arm, deal_id, seat,
        unnest(['share', 'place', 'score']) AS quantity,
        unnest([CASE rank WHEN 1 THEN 12 // sharing ELSE 0 END, 2 * rank + sharing - 1, score]) AS value
    FROM alike
),
blocks AS (
    SELECT matchup, deal_id, quantity, seat, sum(value)::BIGINT AS value
    FROM told JOIN arms USING (arm)
    GROUP BY matchup, deal_id, quantity, seat
)
SELECT
    matchup, quantity, one.seat AS seat, two.seat AS other,
    count(*) AS deals,
    sum(one.value)::BIGINT AS total,
    sum(one.value * two.value)::BIGINT AS products
FROM blocks AS one JOIN blocks AS two USING (matchup, deal_id, quantity)
WHERE one.seat <= two.seat
GROUP BY matchup, quantity, one.seat, two.seat
ORDER BY matchup, quantity, seat, other
