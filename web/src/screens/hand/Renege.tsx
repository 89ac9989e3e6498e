import { useSignal } from '@preact/signals';

import { overruleHand, ruleOnIrregularity } from 'pitchkeeper-client';
import type { Hand, Match, Overruling, Rules } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { entered } from '../../hand/parts';
import { foresee, useForesight } from '../../hand/preview';
import { asPlayed, pays, pointsTaken } from '../../hand/reneges';
import { tableOf } from '../../hand/tables';
import { load } from '../../matches';
import { loadMembers, me } from '../../people';
import { address, leaveFor } from '../../places';
import { Choices } from '../../parts/Choices';
import { Screen } from '../../parts/Screen';
import { sideClass, signed } from '../../parts/Score';
import { enqueue } from '../../queue';
import { answer, words } from '../../server';
import { say } from '../../wording';
import { RulingView } from '../../parts/RulingView';
import '../../styles/settle.css';
import { LinkRow } from '../../parts/LinkRow';

interface Props {
  match: Match;
  rules: Rules;
  hand: Hand;
}

const NOBODY = -1;

/** A hand with a renege in it: what that costs by the rules of the table, and writing it so. */
export function Renege({ match, rules, hand }: Props) {
  const { matchId } = match;
  const { number } = hand;
  const record = entered(hand.record);
  const finding = [...hand.verdict.findings, ...hand.findings][0];
  const offender = useSignal(finding?.message.args.player?.number ?? undefined);
  const typed = useSignal<(number | undefined)[] | undefined>(undefined);
  const certain = useForesight(match, number, record).value?.certainPoints;
  const taken = typed.value ?? pointsTaken(certain, match);
  const points = taken?.every((one) => one !== undefined) ? taken.map(Number) : undefined;
  useFetched(() => loadMembers(matchId), [matchId]);
  const { found, said: failed } = useFetched(() => {
    if (offender.value === undefined) return undefined;
    const { sides } = tableOf(rules, match) ?? {};
    const names = match.players.map(({ name }) => name);
    const body = {
      ruleset: match.ruleset.id,
      players: names.length,
      names,
      ...(sides ? { sides } : {}),
      irregularity: 'revoke' as const,
      offender: offender.value,
      dealer: hand.dealer,
      trickQuitted: true,
      ...(record.contract ? { contract: record.contract } : {}),
      ...(points ? { points } : {}),
    };
    const whole = points && foresee(match, number, asPlayed(record, points));
    return Promise.all([answer(ruleOnIrregularity({ body })), whole]);
  }, [offender.value, JSON.stringify(points ?? null), match.version]);
  const [ruling, played] = found.value ?? [];
  const remedy = ruling?.remedy;
  const name = offender.value === undefined ? '' : (match.players[offender.value]?.name ?? '');
  const paid = remedy && points && pays(remedy, hand, match, played);

  async function write(overruling: Overruling): Promise<void> {
    try {
      await answer(overruleHand({ path: { matchId, number }, body: overruling }));
      await load(matchId);
      leaveFor('m', matchId, 'hand', number);
    } catch (error) {
      failed.value = words(error);
    }
  }

  async function askOwner(): Promise<void> {
    await enqueue({ kind: 'dispute_hand', matchId, number, body: { reason: say('reneged', { name }) } });
    leaveFor('m', matchId, 'hand', number, 'ruling');
  }

  return (
    <Screen
      class="settle"
      title={say('a_renege')}
      note={say('hand_number', { hand: number })}
      back={address('m', matchId, 'hand', number)}
      foot={
        <footer class="foot">
          {failed.value && <p role="alert">{failed.value}</p>}
          {remedy?.action === 'redeal' ? (
            <a class="button main" href={address('m', matchId, 'hand', number, 'void')}>
              {say('void_hand', { hand: number })}
            </a>
          ) : me(matchId)?.role === 'owner' ? (
            <>
              {paid && <p class="figure">{paid.deltas.map(signed).join(' : ')}</p>}
              <button
                class="main"
                disabled={!paid}
                onClick={() => paid && void write({ ...paid, reason: say('reneged', { name }) })}
              >
                {say('write_it_so')}
              </button>
            </>
          ) : (
            <button class="main" disabled={!remedy} onClick={() => void askOwner()}>
              {say('owner_decides')}
            </button>
          )}
        </footer>
      }
    >
      <Choices
        label={say('who_reneged')}
        choices={match.players.map((player) => ({ value: player.seat, label: player.name }))}
        chosen={offender.value ?? NOBODY}
        onChoose={(seat) => (offender.value = seat)}
      />
      <fieldset class="pair">
        <legend class="lab">{say('points_they_took')}</legend>
        {match.sides.map(({ side, name: text }) => (
          <label class={`field ${sideClass(side)}`}>
            <span class="chip cut">{text}</span>
            <input
              inputMode="numeric"
              value={taken?.[side] ?? ''}
              onInput={({ currentTarget }) => {
                const told = Number.parseInt(currentTarget.value, 10);
                const all = match.sides.map((one) => taken?.[one.side]);
                typed.value = all.map((one, at) => (at !== side ? one : Number.isNaN(told) ? undefined : told));
              }}
            />
          </label>
        ))}
      </fieldset>
      {ruling && <RulingView ruling={ruling} />}
      <nav class="lines">
        <LinkRow
          to={address('m', matchId, 'penalties', 'revoke', offender.value ?? '')}
          label={say('penalty.instead')}
        />
      </nav>
    </Screen>
  );
}
