import '../../styles/people.css';

import { forgetDevice } from '../../device';
import { Screen } from '../../parts/Screen';
import { Sure } from '../../parts/Sure';
import { address, leaveFor } from '../../places';
import { say } from '../../wording';

/** What to do with a phone whose tables are on another one, or erased. */
export function SignedOut() {
  async function startAnew(): Promise<void> {
    await forgetDevice();
    leaveFor();
    location.reload();
  }

  return (
    <Screen title={say('signed_out')}>
      <p role="alert">{say('signed_out_how')}</p>
      <p>
        <a class="button main" href={address('recover')}>
          {say('have_a_code')}
        </a>
      </p>
      <Sure label={say('start_anew')} question={say('start_anew_sure')} onSure={() => void startAnew()} />
    </Screen>
  );
}
