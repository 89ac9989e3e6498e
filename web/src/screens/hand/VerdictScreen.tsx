import type { Clause, Hand, Match } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { isAsked, isYesWaiting, sayYes } from '../../hand/agreeing';
import { bidLabel } from '../../hand/bids';
import { mendedOn } from '../../hand/mending';
import { address } from '../../places';
import { Icon } from '../../parts/Icon';
import { PointLine } from '../../parts/PointLine';
import { Proofs } from '../../parts/Proof';
import { plain, sideClass, signed } from '../../parts/Score';
import { Screen } from '../../parts/Screen';
import { Unproven } from '../../parts/Unproven';
import { rulesets, loadRuleset } from '../../rulesets';
import { say } from '../../wording';

/** What a hand came to: the outcome, each point with its card, and the clause that decides. */
export function VerdictScreen({ match, hand }: { match: Match; hand: Hand }) {
  const { verdict } = hand;
  const pitcher = verdict.pitcher === null ? undefined : match.players[verdict.pitcher]?.name;
  useFetched(() => loadRuleset(match.ruleset.id), [match.ruleset.id]);
  const clauses = rulesets.value[match.ruleset.id]?.clauses ?? [];
  const decisive = clauses.filter(({ id }) => verdict.clauses.includes(id));

  const { state } = hand.agreement;
  const mayAgree = isAsked(match, hand) && !isYesWaiting(match.matchId);
  return (
    <Screen
      class="verdict columns"
      title={say('hand_number', { hand: hand.number })}
      note={
        pitcher && verdict.bid
          ? say(verdict.trump ? 'name_bid_in' : 'name_bid', {
              name: pitcher,
              bid: bidLabel(verdict.bid),
              suit: verdict.trump ? say(`word.suit.${verdict.trump}`) : '',
            })
          : undefined
      }
      asks={`${state} ${mayAgree}`}
      back={address('m', match.matchId)}
      foot={
        <footer class="foot">
          {state === 'disputed' ? (
            <a class="button main" href={address('m', match.matchId, 'hand', hand.number, 'ruling')}>
              <Icon name="scales" />
              {say('see_ruling')}
            </a>
          ) : (
            <a class="button plain" href={address('m', match.matchId, 'hand', hand.number, mendedOn(hand))}>
              <Icon name="edit" />
              {say('change')}
            </a>
          )}
          {state === 'waiting' && (
            <div class="pair">
              <a class="button plain" href={address('m', match.matchId, 'hand', hand.number, 'dispute')}>
                {say('not_so')}
              </a>
              {mayAgree && (
                <button class="main short" onClick={() => void sayYes(match, [hand.number])}>
                  {say('thats_right')}
                </button>
              )}
            </div>
          )}
        </footer>
      }
    >
      {state === 'disputed' && <p class="ask">{say('is_disputed', { hand: hand.number })}</p>}
      <section class="out" role="status">
        <h2>{outcome(hand)}</h2>
        <Unproven hand={hand} />
        <div class="pair">
          {match.sides.map(({ side, name }) => (
            <p class={sideClass(side)}>
              <span class="chip">{name}</span>
              <span class="figure">{signed(hand.deltas[side] ?? 0)}</span>
              <span class="note">{say('now', { score: plain(hand.scores[side] ?? 0) })}</span>
            </p>
          ))}
        </div>
      </section>
      {[...verdict.findings, ...hand.findings].map((finding) => (
        <p class="ask">{finding.message.text}</p>
      ))}
      {verdict.status === 'impossible' && <Proofs matchId={match.matchId} hand={hand} />}
      {verdict.needs.slice(0, 1).map((need) => (
        <p class="ask">{need.message.text}</p>
      ))}
      <ol class="lines">
        {verdict.points?.map((point) => (
          <PointLine match={match} point={point} />
        ))}
      </ol>
      {decisive.length > 0 && <Why made={verdict.made} clauses={decisive} />}
    </Screen>
  );
}

function outcome({ verdict, standing }: Hand): string {
  if (verdict.status !== 'settled') return say(`status.${verdict.status}`);
  if (verdict.made === null) return say(`standing.${standing}`);
  return say(verdict.made ? 'made' : 'set');
}

function Why({ made, clauses }: { made: boolean | null; clauses: Clause[] }) {
  return (
    <details class="box">
      <summary>{say(made === false ? 'why_set' : 'why')}</summary>
      {clauses.map((clause) => (
        <div>
          {clause.sentences.map(({ text }) => (
            <p>{text}</p>
          ))}
          <p class="note">
            <Icon name="check" /> {say(`basis.${clause.basis}`)}
          </p>
        </div>
      ))}
    </details>
  );
}
