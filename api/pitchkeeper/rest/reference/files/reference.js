// Loads what is opened, opens what the address names, searches, and sends what a form says.
const search = document.querySelector('#search');
const found = document.querySelector('#found');
const operations = [...document.querySelectorAll('.operation')];
const MOST = 30;

async function load(details) {
  const link = details.querySelector(':scope > a');
  if (!link) return;
  const answer = await fetch(link.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  link.replaceWith(...page.querySelector('main').childNodes);
}

// What is inside what was loaded is opened too, so this listens above them all.
document.addEventListener('toggle', ({ target }) => target.open && load(target), true);

function open() {
  const named = document.getElementById(location.hash.split(/[#/]/).pop());
  if (!named?.matches('details')) return;
  named.open = true;
  named.scrollIntoView();
}

let entries;
async function lookUp() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  entries ??= fetch('/docs/search.json').then((answer) => answer.json());
  const fits = (text) => words.every((word) => text.includes(word));
  const matches = (await entries).filter(([title, , text]) => fits(`${title.toLowerCase()} ${text}`));
  const ids = new Set(matches.map(([, address]) => address));
  // Operations that only speak of the words are shown if none has them in its line.
  const named = operations.filter((each) => fits(each.firstChild.textContent.toLowerCase()));
  for (const each of operations) {
    each.hidden = named.length ? !named.includes(each) : !ids.has(`#${each.id}`);
  }
  for (const group of document.querySelectorAll('section')) {
    group.hidden = !group.querySelector('.operation:not([hidden])');
  }
  const pages = words.length ? matches.filter(([, address]) => !address.startsWith('#')) : [];
  // A title that has the words comes before a page that only speaks of them.
  pages.sort((a, b) => fits(b[0].toLowerCase()) - fits(a[0].toLowerCase()));
  found.replaceChildren(
    ...pages.slice(0, MOST).map(([title, address]) => {
      const item = document.createElement('li');
      const link = item.appendChild(document.createElement('a'));
      link.href = address;
      link.textContent = title;
      return item;
    }),
  );
}

function request(form) {
  const filled = [...form.elements].filter((field) => field.name && field.value);
  const placed = (place) => filled.filter((field) => field.dataset.in === place);
  let path = form.dataset.path;
  for (const { name, value } of placed('path')) path = path.replace(`{${name}}`, encodeURIComponent(value));
  const query = new URLSearchParams(placed('query').map(({ name, value }) => [name, value]));
  const headers = new Headers(placed('header').map(({ name, value }) => [name, value]));
  for (const { value } of placed('token')) {
    sessionStorage.setItem('token', value);
    headers.set('Authorization', `Bearer ${value}`);
  }
  const body = filled.find(({ name }) => name === 'body');
  if (body) headers.set('Content-Type', body.dataset.in);
  const address = `${path}${query.size ? `?${query}` : ''}`;
  return [address, { method: form.dataset.method, headers, body: body?.value }];
}

// Media types that are shown as they are; others are offered as a file.
const TEXT = /^text\/|json/;

async function show(answer, output) {
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const status = `${answer.status} ${answer.statusText}\n${headers}\n\n`;
  if (!TEXT.test(answer.headers.get('content-type') ?? 'text/')) {
    output.textContent = status;
    const link = output.appendChild(document.createElement('a'));
    link.href = URL.createObjectURL(await answer.blob());
    link.download = '';
    link.textContent = 'Save the file';
    return;
  }
  output.textContent = status;
  if (/json/.test(answer.headers.get('content-type'))) {
    const text = await answer.text();
    const json = text.includes('\n') ? text : JSON.stringify(JSON.parse(text), null, 2);
    output.textContent += json;
    const token = JSON.parse(text.split('\n')[0]).token;
    if (token) sessionStorage.setItem('token', token);
    return;
  }
  // A stream of events is shown as it comes.
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader.read()) {
    output.textContent += part.value;
  }
}

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const output = event.target.querySelector('output');
  output.textContent = '…';
  try {
    await show(await fetch(...request(event.target)), output);
  } catch (error) {
    output.textContent = String(error);
  }
});

// The token of the last device that signed in here is a suggestion, sent only if it is filled in.
document.addEventListener('focusin', ({ target }) => {
  if (target.dataset?.in === 'token' && !target.value) target.value = sessionStorage.getItem('token') ?? '';
});

search?.addEventListener('input', lookUp);
addEventListener('hashchange', open);
open();
