// The search of the documents: the index is made in the browser when somebody begins to search.

async function loadIndex() {
  const [{ default: MiniSearch }, response] = await Promise.all([
    import('./minisearch.js'),
    fetch('/docs/assets/search.json'),
  ])
  const index = new MiniSearch({
    idField: 'path',
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'text'],
    searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: term => (term.length > 4 ? 0.2 : false) },
  })
  index.addAll(await response.json())
  return index
}

const mostResults = 12

/** Fills the form of the search. Its results are links below it. */
export function addSearch(form, element) {
  const input = element('input', { type: 'search', placeholder: 'Search', ariaLabel: 'Search the documents' })
  const status = element('p', { role: 'status' })
  const list = element('ol', {})
  const results = element('div', { popover: 'auto' }, status, list)
  form.append(input, results)
  form.hidden = false

  let loading
  const update = async () => {
    const asked = input.value.trim()
    if (asked === '') return results.hidePopover()
    loading ??= loadIndex()
    const found = await loading.then(
      index => answersOf(index, asked),
      () => undefined,
    )
    // The reader has typed on meanwhile.
    if (asked !== input.value.trim()) return
    status.textContent = found ? countOf(found.length) : 'The search could not be loaded. Reload the page.'
    list.replaceChildren(...(found ?? []).slice(0, mostResults).map(result => entry(result, element)))
    results.showPopover()
  }
  input.addEventListener('input', update)
  form.addEventListener('submit', event => {
    event.preventDefault()
    list.querySelector('a')?.click()
  })
  list.addEventListener('click', ({ target }) => {
    const link = target.closest('a')
    results.hidePopover()
    // The viewer of the API reference reads the fragment when it starts.
    if (link?.pathname === location.pathname && link.hash.startsWith('#/')) setTimeout(() => location.reload())
  })
}

/** Sections with all words; where there are none, those with any. */
function answersOf(index, asked) {
  const all = index.search(asked, { combineWith: 'AND' })
  return all.length > 0 ? all : index.search(asked)
}

function countOf(count) {
  if (count === 0) return 'Nothing was found.'
  const results = `${count} ${count === 1 ? 'result' : 'results'}`
  return count > mostResults ? `The first ${mostResults} of ${results}` : results
}

function entry({ id, title, page, text, terms }, element) {
  const where = page === title ? '' : `${page}: `
  return element(
    'li',
    {},
    element('a', { href: id }, element('strong', { textContent: title }), where + excerptOf(text, terms)),
  )
}

/** The words around the first match of a text. */
function excerptOf(text, terms) {
  const places = terms.map(term => text.toLowerCase().indexOf(term)).filter(at => at >= 0)
  const place = places.length > 0 ? Math.min(...places) : 0
  const from = Math.max(0, text.lastIndexOf(' ', Math.max(0, place - 40)) + 1)
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + 140)}${text.length > from + 140 ? ' …' : ''}`
}
