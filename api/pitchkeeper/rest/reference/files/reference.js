// Loads what is opened, opens what the address names, and hides what does not fit the filter.
const filter = document.querySelector('#filter');
const operations = [...document.querySelectorAll('.operation')];

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
  // Addresses of Swagger UI, as they were before, end with the operation too.
  const named = document.getElementById(location.hash.split(/[#/]/).pop());
  if (!named?.matches('details')) return;
  named.open = true;
  named.scrollIntoView();
}

filter?.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\s+/);
  for (const each of operations) {
    const said = `${each.id} ${each.firstChild.textContent}`.toLowerCase();
    each.hidden = !words.every((word) => said.includes(word));
  }
  for (const group of document.querySelectorAll('section')) {
    group.hidden = !group.querySelector('.operation:not([hidden])');
  }
});

addEventListener('hashchange', open);
open();
