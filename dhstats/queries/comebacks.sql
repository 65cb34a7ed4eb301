-- reads moves, games; sparse
-- What became of leads: games by how far the player ahead was ahead after a turn, and how many of them they won, with the
-- sums of squares and products over deals that standard errors need. Every $checkpoint turns are looked at, counted from 1.
-- lead: the least lead of a class, in points: 0 level, 1 to 2, 3 to 4, 5 to 7, 8 to 11, 12 to 16, 17 to 24, 25 or more;
-- -1 stands for all leads together, without level ones. Of level games it is the first player's wins that are counted.
-- stakes: two for each game; won: two for each that the player ahead won, one for a draw.
-- deals: how many deals have such a game. matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
${turn_rows}standings AS (
    SELECT
        game_id,
        turn::INT + 1 AS turn,
        score_first_after::INT - score_second_after AS margin
    FROM $ended_turns
    WHERE (turn::INT + 1) % $checkpoint = 0
),
placed AS (
    SELECT
        matchup, turn,
        game_id // $games_per_deal AS deal,
        CASE
            WHEN margin = 0 THEN 0
            WHEN abs(margin) < 3 THEN 1
            WHEN abs(margin) < 5 THEN 3
            WHEN abs(margin) < 8 THEN 5
            WHEN abs(margin) < 12 THEN 8
            WHEN abs(margin) < 17 THEN 12
            WHEN abs(margin) < 25 THEN 17
            ELSE 25
        END AS lead,
        CASE winner WHEN -1 THEN 1 ELSE 2 * ((winner = 0) = (margin >= 0))::INT END AS won
    FROM standings JOIN games USING (game_id) JOIN arms ON arms.arm = games.arm
),
leads AS (
    SELECT matchup, turn, deal, lead, won FROM placed
    UNION ALL
    SELECT matchup, turn, deal, -1, won FROM placed WHERE lead > 0
),
blocks AS (
    SELECT matchup, turn, deal, lead, 2 * count(*) AS stakes, sum(won)::BIGINT AS won
    FROM leads
    GROUP BY matchup, turn, deal, lead
)
SELECT
    matchup, turn, lead,
    count(*) AS deals,
    sum(stakes)::BIGINT AS stakes,
    sum(stakes * stakes)::BIGINT AS stakes_squares,
    sum(won)::BIGINT AS won,
    sum(won * won)::BIGINT AS won_squares,
    sum(stakes * won)::BIGINT AS stakes_won
FROM blocks
GROUP BY matchup, turn, lead
ORDER BY matchup, turn, lead
