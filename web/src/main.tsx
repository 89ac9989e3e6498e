import './styles/typefaces.css';
import './styles/tokens.css';
import './styles/ui.css';
import './styles/screens.css';
// Those of the table too: a file of their own would be one more request.
import './styles/correction.css';
import './styles/points.css';
import './styles/people.css';
import './styles/laid.css';

import { get } from 'idb-keyval';
import { render } from 'preact';

import { recall } from './device';
import './hand/agreeing';
import './install';
import { recallDrafts } from './hand/drafts';
import { recallLeagueDraft } from './league/draft';
import { recallLeagues } from './leagues';
import { recallMatches } from './matches';
import { recallQueue, send } from './queue';
import { place } from './places';
import { loadUsual, recallRulesets } from './rulesets';
import { settings } from './settings';
import { Page } from './Page';
import { learn } from './wording';

await Promise.all([
  learn(),
  recall(),
  recallQueue(),
  recallMatches(),
  recallRulesets(),
  recallDrafts(),
  recallLeagues(),
  recallLeagueDraft(),
]);
render(<Page />, document.body);
void send();
// Results wait for a signal wherever one is, but are code of the leagues.
void get<unknown[]>('waitingResults').then((waiting) => (waiting?.length ? import('./league/results') : undefined));
// The screen on the wall opens no tables.
if (place.value[0] !== 'tv') void loadUsual(settings.value.ruleset).catch(() => undefined);

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('/worker.js');
}
