-- reads moves, games; sparse; some games
-- What became of leads at one table: games by how far the player ahead was ahead of the best other after a round, and how
-- many of them that player won, with the sums of squares and products over deals that standard errors need. Rounds are
-- looked at that end every $checkpoint turns, and a round in which a game ended only if all had their turn in it.
-- lead: the least lead of a class, in points: 1 to 2, 3 to 4, 5 to 7, 8 to 11, 12 to 16, 17 to 24, 25 or more; -1 stands
-- for all of them together, 0 for games in which nobody is ahead alone, of which no wins are counted.
-- stakes: $win for each game; won: $win for each that the player ahead won, or a part of them for a shared win.
-- deals: how many deals have such a game. matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
${turn_rows}rounds AS (
    SELECT
        game_id,
        turn // $players AS round,
        max(turn % $players) AS mover,
        max_by([$scores_after], turn) AS scores
    FROM ended_turns
    GROUP BY game_id, turn // $players
),
ends AS (
    SELECT game_id, max(round) AS latest
    FROM rounds
    GROUP BY game_id
),
standings AS (
    SELECT
        game_id, scores,
        (round + 1) * $players AS turn,
        mover = $players - 1 OR round < latest AS whole
    FROM rounds JOIN ends USING (game_id)
),
apart AS (
    SELECT
        game_id, scores,
        turn::INT AS turn,
        list_reverse_sort(scores)[1] - list_reverse_sort(scores)[2] AS margin,
        list_position(scores, list_max(scores)) AS leader
    FROM standings
    WHERE whole AND turn % $checkpoint = 0
),
placed AS (
    SELECT
        matchup, turn,
        game_id // $games_per_deal AS deal,
        CASE
            WHEN margin = 0 THEN 0
            WHEN margin < 3 THEN 1
            WHEN margin < 5 THEN 3
            WHEN margin < 8 THEN 5
            WHEN margin < 12 THEN 8
            WHEN margin < 17 THEN 12
            WHEN margin < 25 THEN 17
            ELSE 25
        END AS lead,
        CASE WHEN margin > 0 AND [$ranks][leader] = 1 THEN $win // ($firsts) ELSE 0 END AS won
    FROM apart JOIN games USING (game_id) JOIN arms ON arms.arm = games.arm
),
leads AS (
    SELECT matchup, turn, deal, lead, won FROM placed
    UNION ALL
    SELECT matchup, turn, deal, -1, won FROM placed WHERE lead > 0
),
blocks AS (
    SELECT matchup, turn, deal, lead, $win * count(*) AS stakes, sum(won)::BIGINT AS won
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
