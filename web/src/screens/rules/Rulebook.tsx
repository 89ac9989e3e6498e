import type { Clause, Rules } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { address } from '../../places';
import { Screen } from '../../parts/Screen';
import { loadRuleset, rulesWords, rulesets } from '../../rulesets';
import { reached } from '../../server';
import { say } from '../../wording';
import '../../styles/rulebook.css';

const CHAPTERS = ['table', 'bid', 'slam', 'play', 'score', 'win', 'irregular'];

/** Every rule of a rule set by chapter, as far as this phone has read it also without signal. */
export function Rulebook({ id, back }: { id: string; back: string[] }) {
  const ruleset = rulesets.value[id];
  const { said: failed } = useFetched(() => loadRuleset(id), [id, reached.value], { tell: rulesWords });
  return (
    <Screen class="rulebook" title={ruleset?.name ?? say('whose_rules')} back={address(...back)}>
      {!ruleset && <p role={failed.value ? 'alert' : 'status'}>{failed.value || say('moment')}</p>}
      {ruleset &&
        CHAPTERS.map((name) => ({
          name,
          clauses: ruleset.clauses.filter(({ topic }) => topic.startsWith(`${name}.`)),
        }))
          .filter(({ clauses }) => clauses.length > 0)
          .map(({ name, clauses }) => (
            <section key={name} aria-labelledby={`chapter-${name}`}>
              <h2 id={`chapter-${name}`}>{heading(name, ruleset.rules)}</h2>
              {name === 'score' && <PointTable rules={ruleset.rules} />}
              <ul>
                {clauses.map((clause) => (
                  <Rule key={clause.id} clause={clause} />
                ))}
              </ul>
            </section>
          ))}
    </Screen>
  );
}

function Rule({ clause: { sentences, basis } }: { clause: Clause }) {
  return (
    <li>
      {sentences.map(({ text }) => text).join(' ')}
      {basis !== 'text' && <small class="note">{say(`basis.${basis}`)}</small>}
    </li>
  );
}

/** What a hand pays: every point and its worth. */
function PointTable({ rules }: { rules: Rules }) {
  return (
    <dl class="box">
      {rules.pointValues.map(({ point, worth }) => (
        <div key={point}>
          <dt>{say(`word.point.${point}`)}</dt>
          <dd class="figure">{worth}</dd>
        </div>
      ))}
    </dl>
  );
}

const heading = (chapter: string, { slam }: Rules): string =>
  say(`heading.rulebook.${chapter}`, { slam: say(`word.bid.${slam}`) });
