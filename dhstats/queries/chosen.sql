-- reads moves; sparse
-- What was chosen where there was a choice, by each part of a move: how often each option was taken, at how many
-- decisions, and as the first decision of a game; sums over deals, with squares and products that standard errors need.
-- An option that nobody took has zeros. all_taken: decisions in which some option of the part was taken, all_opened:
-- games that such a decision opened. deals: those with such decisions; deals_with_all_opened: those with such games.
-- matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
options(part, option) AS (VALUES $options),
picks AS (
    SELECT game_id, turn, unnest([$chosen_parts]) AS part, unnest([$chosen]) AS option
    FROM moves
    WHERE legal_moves > 1
),
counted AS (
    SELECT
        matchup,
        game_id // $games_per_deal AS deal,
        part, option,
        count(*) AS taken,
        count(*) FILTER (turn = 0) AS opened
    FROM picks JOIN options USING (part, option) JOIN arms ON arms.arm = picks.game_id % $games_per_deal
    GROUP BY matchup, deal, part, option
),
wholes AS (
    SELECT matchup, deal, part, sum(taken)::BIGINT AS all_taken, sum(opened)::BIGINT AS all_opened
    FROM counted
    GROUP BY matchup, deal, part
),
blocks AS (
    SELECT
        matchup, part, option, all_taken, all_opened,
        coalesce(taken, 0) AS taken,
        coalesce(opened, 0) AS opened
    FROM wholes JOIN options USING (part) LEFT JOIN counted USING (matchup, deal, part, option)
)
SELECT
    matchup, part, option,
    count(*) AS deals,
    count(*) FILTER (all_opened > 0) AS deals_with_all_opened,
    sum(all_taken)::BIGINT AS all_taken,
    sum(all_taken * all_taken)::BIGINT AS all_taken_squares,
    sum(taken)::BIGINT AS taken,
    sum(taken * taken)::BIGINT AS taken_squares,
    sum(all_taken * taken)::BIGINT AS all_taken_taken,
    sum(all_opened)::BIGINT AS all_opened,
    sum(all_opened * all_opened)::BIGINT AS all_opened_squares,
    sum(opened)::BIGINT AS opened,
    sum(opened * opened)::BIGINT AS opened_squares,
    sum(all_opened * opened)::BIGINT AS all_opened_opened
FROM blocks
GROUP BY matchup, part, option
ORDER BY matchup, part, option
