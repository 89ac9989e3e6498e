import './styles/typefaces.css';
import './styles/tokens.css';
import './styles/ui.css';
import './styles/screens.css';

import { render } from 'preact';

import { recall } from './device';
import { recallDrafts } from './hand/drafts';
import { recallLeagueDraft } from './league/draft';
import { recallLeagues } from './leagues';
import { recallMatches } from './matches';
import { recallQueue, send } from './queue';
import { recallRulesets } from './rulesets';
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

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('/worker.js');
}
