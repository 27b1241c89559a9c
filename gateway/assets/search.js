// The search of the documents: the index is made in the browser when somebody begins to search.

/** Loads what is searched, once. */
let loading
const load = () => {
  loading ??= loadIndex()
  return loading
}

async function loadIndex() {
  const [{ default: MiniSearch }, response] = await Promise.all([import('./minisearch.js'), fetch('/docs/search.json')])
  if (!response.ok) throw new Error(`The search answered ${response.status}`)
  const sections = await response.json()
  const index = new MiniSearch({
    idField: 'path',
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'text'],
    searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: term => (term.length > 4 ? 0.2 : false) },
  })
  index.addAll(sections)
  return index
}

const mostResults = 12

/** Fills the form of the search. Its results are links below it, to which the arrow keys lead. */
export function addSearch(form, element) {
  const input = element('input', { type: 'search', name: 'q', placeholder: 'Search', autocomplete: 'off' })
  input.setAttribute('aria-label', 'Search the documents')
  const status = element('p', { className: 'count', role: 'status' })
  const list = element('ol', {})
  const results = element('div', { className: 'results', hidden: true }, status, list)
  form.append(input, results)
  form.hidden = false

  const close = () => {
    results.hidden = true
  }
  const update = async () => {
    const asked = input.value.trim()
    if (asked === '') return close()
    const found = await load().then(
      index => answersOf(index, asked),
      () => undefined,
    )
    // The reader has typed on meanwhile.
    if (asked !== input.value.trim()) return
    status.textContent = found ? countOf(found.length) : 'The search could not be loaded. Reload the page.'
    list.replaceChildren(...(found ?? []).slice(0, mostResults).map(result => entry(result, element)))
    results.hidden = false
  }
  input.addEventListener('focus', () => load().catch(() => undefined))
  input.addEventListener('input', update)
  form.addEventListener('submit', event => {
    event.preventDefault()
    list.querySelector('a')?.click()
  })
  form.addEventListener('keydown', event => {
    if (event.key === 'Escape') {
      close()
      input.focus()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    const stops = [input, ...list.querySelectorAll('a')]
    event.preventDefault()
    stops.at((stops.indexOf(document.activeElement) + step) % stops.length).focus()
  })
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !form.contains(relatedTarget)) close()
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (!form.contains(target)) close()
  })
  list.addEventListener('click', ({ target }) => {
    const link = target.closest('a')
    if (!link) return
    close()
    // The viewer of the API reference reads the fragment when it starts.
    if (link.pathname === location.pathname && link.hash.startsWith('#/')) setTimeout(() => location.reload())
  })
}

/** Sections with all words; where there are none, those with any. */
function answersOf(index, asked) {
  const all = index.search(asked, { combineWith: 'AND' })
  return all.length > 0 ? all : index.search(asked)
}

const countOf = count => {
  if (count === 0) return 'Nothing was found.'
  return count > mostResults
    ? `The first ${mostResults} of ${count} results`
    : `${count} ${count === 1 ? 'result' : 'results'}`
}

function entry({ id, title, page, text, terms }, element) {
  const name = element('span', { className: 'title', textContent: title })
  const where = element('span', { className: 'page', textContent: page === title ? '' : page })
  const excerpt = element('span', { className: 'excerpt', textContent: excerptOf(text, terms) })
  return element('li', {}, element('a', { href: id }, name, where, excerpt))
}

/** The words around the first match of a text. */
function excerptOf(text, terms) {
  const lower = text.toLowerCase()
  const place = Math.min(...terms.map(term => lower.indexOf(term)).filter(at => at >= 0))
  const from = Number.isFinite(place) ? Math.max(0, text.lastIndexOf(' ', Math.max(0, place - 40)) + 1) : 0
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + 140)}${text.length > from + 140 ? ' …' : ''}`
}
