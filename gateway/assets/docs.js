// What every page of the documents has: copy buttons, samples in the reader's language, the table of contents, and the search.

import { addSearch } from './search.js'

const languageKey = 'campstore-language'
const isWide = matchMedia('(min-width: 72rem)')

/** Makes an element with properties. */
const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

addSearch(document.querySelector('#docs-search'), element)

/** Adds a button that copies a block of code. */
export function addCopyButton(block) {
  const button = element('button', { type: 'button', className: 'copy', textContent: 'Copy' })
  button.addEventListener('click', async () => {
    button.textContent = await copied(block.textContent, block)
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2_000)
  })
  const frame = element('div', { className: 'code' })
  block.replaceWith(frame)
  frame.append(block, button)
}

/** Copies a text; where a page may not, it selects the text instead. */
async function copied(text, block) {
  try {
    await navigator.clipboard.writeText(text)
    return 'Copied'
  } catch {
    getSelection().selectAllChildren(block)
    return 'Selected'
  }
}

/** Shows one sample of a group at a time, in the language that the reader has chosen on any page. */
export function addTabs(group) {
  const samples = [...group.querySelectorAll('.sample')]
  const list = element('div', { className: 'tabs', role: 'tablist', ariaLabel: 'Language' })
  for (const sample of samples) {
    const { name } = sample.dataset
    sample.setAttribute('role', 'tabpanel')
    sample.setAttribute('aria-label', name)
    const tab = element('button', { type: 'button', role: 'tab', textContent: name })
    tab.dataset.name = name
    tab.addEventListener('click', () => {
      chooseLanguage(name)
      tab.scrollIntoView({ block: 'nearest' })
    })
    list.append(tab)
  }
  list.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (!step) return
    const tabs = [...list.children]
    const next = tabs.at((tabs.indexOf(document.activeElement) + step) % tabs.length)
    next.click()
    next.focus()
  })
  group.prepend(list)
  group.classList.add('tabbed')
  show(group, chosenLanguage())
}

const chosenLanguage = () => {
  try {
    return localStorage.getItem(languageKey)
  } catch {
    return null
  }
}

function chooseLanguage(name) {
  try {
    localStorage.setItem(languageKey, name)
  } catch {
    // The choice is for this page alone.
  }
  for (const group of document.querySelectorAll('.samples.tabbed')) show(group, name)
}

/** Shows the sample of a language, or the first one. */
function show(group, language) {
  const samples = [...group.querySelectorAll('.sample')]
  const shown = samples.find(({ dataset }) => dataset.name === language) ?? samples[0]
  for (const sample of samples) sample.hidden = sample !== shown
  for (const tab of group.querySelectorAll('[role=tab]')) {
    const isShown = tab.dataset.name === shown.dataset.name
    tab.setAttribute('aria-selected', String(isShown))
    tab.tabIndex = isShown ? 0 : -1
  }
}

for (const block of document.querySelectorAll('main pre')) addCopyButton(block)
for (const group of document.querySelectorAll('.samples')) addTabs(group)

for (const list of document.querySelectorAll(':is(.contents, .pages) details')) {
  const arrange = () => {
    list.open = isWide.matches
  }
  isWide.addEventListener('change', arrange)
  arrange()
}
