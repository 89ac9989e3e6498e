import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { useFetched } from '../../fetching';
import { load, sheets } from '../../matches';
import { address } from '../../places';
import { Choices } from '../../parts/Choices';
import { Icon } from '../../parts/Icon';
import { Screen } from '../../parts/Screen';
import { Tabs } from '../../parts/Tabs';
import { loadPresets, loadRuleset, rulesets } from '../../rulesets';
import { say } from '../../wording';
import { ChosenRuleset, Rulesets } from '../opening/Rulesets';
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
  const looking = useSignal(false);
  const setting = settingOf(matchId);
  const root = matchId ? ['m', matchId, 'settle'] : ['settle'];
  const Question = about === undefined ? undefined : QUESTIONS[about as keyof typeof QUESTIONS];
  if (setting && Question) {
    const rules = rulesOf(setting);
    if (rules) return <Question {...{ setting, rules, matchId }} back={address(...root)} />;
  }
  if (setting && about === 'look-up') return <LookUp setting={setting} back={address(...root)} />;
  if (!matchId && looking.value) {
    return (
      <Rulesets
        chosen={elsewhere.value.ruleset}
        onChoose={(ruleset) => (elsewhere.value = { ...elsewhere.value, ruleset })}
        onDone={() => (looking.value = false)}
      />
    );
  }
  const last = matchId ? sheets.value[matchId]?.lines.at(-1) : undefined;
  return (
    <Screen
      class="settle"
      title={say('settle_argument')}
      note={setting && rulesName(setting)}
      back={matchId ? address('m', matchId) : address()}
      foot={matchId && <Tabs matchId={matchId} />}
    >
      {!matchId && <Elsewhere onOther={() => (looking.value = true)} />}
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

function Elsewhere({ onOther }: { onOther: () => void }) {
  const { ruleset, players } = elsewhere.value;
  useFetched(() => loadRuleset(ruleset), [ruleset]);
  const chosen = rulesets.value[ruleset];
  const counts = [...new Set(chosen?.rules.tables.map((table) => table.players))].sort((a, b) => a - b);
  const many = counts.includes(players) ? players : counts[0];
  useEffect(() => {
    if (many !== undefined && many !== players) elsewhere.value = { ruleset, players: many };
  }, [many, players, ruleset]);
  return (
    <>
      {chosen && <ChosenRuleset ruleset={chosen} onOther={onOther} />}
      {counts.length > 1 && (
        <div class="numbered">
          <Choices
            label={say('how_many')}
            chosen={players}
            choices={counts.map((value) => ({ value, label: String(value) }))}
            onChoose={(many) => (elsewhere.value = { ruleset, players: many })}
          />
        </div>
      )}
    </>
  );
}
