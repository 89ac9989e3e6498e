import '../../styles/people.css';

import { useSignal } from '@preact/signals';
import { names } from 'words:languages';

import { eraseDevice } from 'pitchkeeper-client';
import { device, forgetDevice } from '../../device';
import { Choices } from '../../parts/Choices';
import { Screen } from '../../parts/Screen';
import { Sure } from '../../parts/Sure';
import { Keeping } from '../../phones/Keeping';
import { address, leaveFor } from '../../places';
import { forgetRulesets } from '../../rulesets';
import { answer, speak, words } from '../../server';
import { type Theme, settings } from '../../settings';
import { learn, say } from '../../wording';
import { Installed } from '../../parts/Installing';

const SCALES = [1, 1.15, 1.3];
const THEMES: readonly Theme[] = ['', 'paper', 'lamp'];
// Each in its own words, for whoever cannot read the language that is set.
const LANGUAGES = Object.entries(names).map(([value, label]) => ({ value, label }));

/** How this phone shows the page, and whose it is. */
export function MyPhone() {
  const refused = useSignal('');
  const { theme, scale, language } = settings.value;

  async function speakIn(chosen: string): Promise<void> {
    settings.value = { ...settings.value, language: chosen };
    speak(device.value?.token, chosen);
    await learn();
    await forgetRulesets();
  }

  async function erase(): Promise<void> {
    try {
      await answer(eraseDevice());
      await forgetDevice();
      leaveFor();
      location.reload();
    } catch (error) {
      refused.value = words(error);
    }
  }

  return (
    <Screen class="columns" title={say('my_phone')} back={address()}>
      <Choices
        label={say('big_type')}
        chosen={scale}
        choices={SCALES.map((value) => ({ value, label: say(`scale.${Math.round(100 * value)}`) }))}
        onChoose={(value) => (settings.value = { ...settings.value, scale: value })}
      />
      <Choices
        label={say('paper_or_lamp')}
        chosen={theme}
        choices={THEMES.map((value) => ({ value, label: say(`theme.${value || 'phone'}`) }))}
        onChoose={(value) => (settings.value = { ...settings.value, theme: value })}
      />
      <Choices
        label={say('language')}
        chosen={language}
        choices={LANGUAGES}
        onChoose={(value) => void speakIn(value)}
      />
      {device.value ? (
        <Keeping />
      ) : (
        <p>
          <a href={address('recover')}>{say('have_a_code')}</a>
        </p>
      )}
      <Installed />
      {device.value && (
        <section class="erase" aria-labelledby="erase">
          <h2 class="lab" id="erase">
            {say('erase')}
          </h2>
          <p>{say('erase_how')}</p>
          {refused.value && <p role="alert">{refused.value}</p>}
          <Sure label={say('erase')} question={say('erase_sure')} onSure={() => void erase()} />
        </section>
      )}
    </Screen>
  );
}
