// Every page of the documents has these: copy buttons, samples in the reader's language, and the search.

import { addSearch } from './search.js'

const languageKey = 'campstore-language'

/** Makes an element with properties. */
export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/** Adds a button that copies a block of code; a page that may not copy selects the code instead. */
function addCopyButton(block) {
  const button = element('button', { type: 'button', className: 'copy', textContent: 'Copy' })
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard?.writeText(block.textContent).then(
      () => true,
      () => false,
    )
    if (!isCopied) getSelection().selectAllChildren(block)
    button.textContent = isCopied ? 'Copied' : 'Selected'
  })
  const frame = element('div', { className: 'code' })
  block.replaceWith(frame)
  frame.append(block, button)
}

/** Opens the samples of a language in every group that has one. */
function show(language, groups) {
  for (const summary of groups.flatMap(group => [...group.querySelectorAll('summary')]))
    if (summary.textContent === language) summary.parentElement.open = true
}

/** Adds copy buttons to a part of a page, and shows its samples in the language that the reader has chosen on any page. */
export function addCode(part) {
  for (const block of part.querySelectorAll('pre')) addCopyButton(block)
  const groups = [...part.querySelectorAll('.samples')]
  show(localStorage.getItem(languageKey), groups)
  for (const group of groups)
    group.addEventListener('click', ({ target }) => {
      const summary = target.closest('summary')
      if (!summary) return
      localStorage.setItem(languageKey, summary.textContent)
      show(
        summary.textContent,
        [...document.querySelectorAll('.samples')].filter(other => other !== group),
      )
    })
}

addSearch(document.querySelector('#docs-search'), element)
addCode(document)
// The contents and the navigation of a phone cover the page that they lead to.
for (const side of document.querySelectorAll('.side')) side.addEventListener('click', () => side.hidePopover())
