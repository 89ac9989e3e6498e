import { useEffect } from 'preact/hooks';

import { useFetched } from '../../fetching';
import { load, sheets } from '../../matches';
import { address } from '../../places';
import { Icon } from '../../parts/Icon';
import { Screen } from '../../parts/Screen';
import { Tabs } from '../../parts/Tabs';
import { loadPresets, presets } from '../../rulesets';
import { say } from '../../wording';
import { CallQuestion } from './CallQuestion';
import { IrregularityQuestion } from './IrregularityQuestion';
import { LookUp } from './LookUp';
import { PlayQuestion } from './PlayQuestion';
import { PointsQuestion } from './PointsQuestion';
import { WinnerQuestion } from './WinnerQuestion';
import { elsewhere, rulesName, rulesOf, settingOf } from './setting';
import '../../styles/settle.css';

const QUESTIONS = {
  call: CallQuestion,
  play: PlayQuestion,
  points: PointsQuestion,
  winner: WinnerQuestion,
  irregularity: IrregularityQuestion,
} as const;

/** Arguments, settled by the rule that decides: what was it about? */
export function Settle({ matchId, about }: { matchId: string | undefined; about: string | undefined }) {
  useFetched<unknown>(() => (matchId ? load(matchId) : loadPresets()), [matchId]);
  const setting = settingOf(matchId);
  const root = matchId ? ['m', matchId, 'settle'] : ['settle'];
  const Question = about === undefined ? undefined : QUESTIONS[about as keyof typeof QUESTIONS];
  if (setting && Question) {
    const rules = rulesOf(setting);
    if (rules) return <Question {...{ setting, rules, matchId }} back={address(...root)} />;
  }
  if (setting && about === 'look-up') return <LookUp setting={setting} back={address(...root)} />;
  const last = matchId ? sheets.value[matchId]?.lines.at(-1) : undefined;
  return (
    <Screen
      class="settle"
      title={say('settle_argument')}
      note={setting && rulesName(setting)}
      back={matchId ? address('m', matchId) : address()}
      foot={matchId && <Tabs matchId={matchId} />}
    >
      {!matchId && <Elsewhere />}
      <section aria-labelledby="about">
        <h2 id="about">{say('what_about')}</h2>
        <ul class="lines">
          <Choice to={address(...root, 'call')} text={say('argue.call')} />
          <Choice to={address(...root, 'play')} text={say('argue.play')} />
          {last && matchId ? (
            <Choice to={address('m', matchId, 'hand', last.number, 'ruling')} text={say('argue.points')} />
          ) : (
            <Choice to={address(...root, 'points')} text={say('argue.points')} />
          )}
          <Choice to={address(...root, 'winner')} text={say('argue.winner')} />
          <Choice to={address(...root, 'irregularity')} text={say('argue.irregularity')} />
          {setting && <Choice to={address(...root, 'look-up')} text={say('argue.look_up')} />}
          {matchId && <Choice to={address('m', matchId, 'penalties')} text={say('penalty.title')} />}
        </ul>
      </section>
    </Screen>
  );
}

function Choice({ to, text }: { to: string; text: string }) {
  return (
    <li>
      <a class="row" href={to}>
        <span class="grow">{text}</span>
        <Icon name="on" />
      </a>
    </li>
  );
}

function Elsewhere() {
  const { ruleset, players } = elsewhere.value;
  const setting = settingOf(undefined)!;
  const tables = rulesOf(setting)?.tables ?? [];
  const counts = [...new Set(tables.map((table) => table.players))].sort((a, b) => a - b);
  const many = counts.includes(players) ? players : counts[0];
  useEffect(() => {
    if (many !== undefined && many !== players) elsewhere.value = { ruleset, players: many };
  }, [many, players, ruleset]);
  return (
    <section class="pair">
      <label class="field">
        <span class="lab">{say('whose_rules')}</span>
        <select
          value={ruleset}
          onChange={({ currentTarget }) => (elsewhere.value = { ruleset: currentTarget.value, players })}
        >
          {presets.value.map(({ id, name }) => (
            <option value={id}>{name}</option>
          ))}
        </select>
      </label>
      <label class="field">
        <span class="lab">{say('how_many')}</span>
        <select
          value={players}
          onChange={({ currentTarget }) => (elsewhere.value = { ruleset, players: Number(currentTarget.value) })}
        >
          {counts.map((count) => (
            <option value={count}>{count}</option>
          ))}
        </select>
      </label>
    </section>
  );
}
