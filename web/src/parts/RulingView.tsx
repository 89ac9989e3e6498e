import type { ComponentChildren } from 'preact';

import type { Ruling } from 'pitchkeeper-client';
import { Icon } from './Icon';
import { say } from '../wording';

interface ViewProps {
  ruling: Ruling;
  word?: string | undefined;
  /** What stands between the answer and the clause. */
  children?: ComponentChildren;
}

/** A ruling: one word where there is one, a sentence, the clause, and where it would be otherwise. */
export function RulingView({ ruling, word, children }: ViewProps) {
  const [clause] = ruling.clauses;
  return (
    <>
      <section class="answered" role="status">
        {word && <h2 class={word === say('no') ? 'set' : ''}>{word}</h2>}
        <p class="figure sub">{ruling.outcome.text}</p>
        {[...ruling.details, ...ruling.whys.filter(({ code }) => code !== 'point.entered')].map(({ text }) => (
          <p>{text}</p>
        ))}
      </section>
      {children}
      {clause && (
        <blockquote class="box">
          {clause.sentences.map(({ text }) => (
            <p>{text}</p>
          ))}
          <footer class="note">
            <span class="basis">
              <Icon name="check" />
              {say(`basis.${clause.basis}`)}
            </span>{' '}
            {clause.document}
          </footer>
        </blockquote>
      )}
      {ruling.turnsOn.length > 0 && (
        <details class="box">
          <summary>{say('otherwise')}</summary>
          <ul class="lines">
            {ruling.turnsOn.map((hinge) => (
              <li class="row">
                <span class="grow">
                  {hinge.conditions.map(({ text }) => text).join(', ')}
                  <small>{hinge.outcome.text}</small>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface AskedProps {
  pending: boolean;
  failed: string;
  children: ComponentChildren;
}

/** What stands where the answer will be. */
export function Asked({ pending, failed, children }: AskedProps) {
  if (failed) return <p role="alert">{failed}</p>;
  return pending ? <p role="status">{say('moment')}</p> : children;
}
