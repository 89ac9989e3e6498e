import { signal } from '@preact/signals';
import { clear, get, set } from 'idb-keyval';

import { createDevice } from 'pitchkeeper-client';
import { answer, speak } from './server';
import { settings } from './settings';

interface Device {
  deviceId: string;
  token: string;
}

/** This phone as the server knows it; none before it has kept a score or joined a table. */
export const device = signal<Device | undefined>(undefined);

export async function recall(): Promise<void> {
  device.value = await get<Device>('device');
  speak(device.value?.token, settings.value.language);
}

/** Signs this phone in where it is not yet. */
export async function signIn(): Promise<Device> {
  if (device.value) return device.value;
  return become(await answer(createDevice()));
}

export async function become({ deviceId, token }: Device): Promise<Device> {
  const signedIn = { deviceId, token };
  await set('device', signedIn);
  device.value = signedIn;
  speak(token, settings.value.language);
  return signedIn;
}

/** Nothing of this phone is kept: it begins anew. How the page looks stays. */
export async function forgetDevice(): Promise<void> {
  await clear();
  device.value = undefined;
  speak(undefined, settings.value.language);
}
