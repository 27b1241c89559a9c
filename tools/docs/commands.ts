import commands from '../commands.json' with { type: 'json' }
import { type Generated, generated } from './generated.ts'
import { renderPage } from './pages.ts'
import { table } from './tables.ts'

/** A row for each command: its usage, and the first paragraph of its help with links to the documents. */
function commandsTable(): string {
  const rows = Object.values(commands).map(({ usage, description }) => {
    const end = description.indexOf('')
    const summary = description.slice(0, end === -1 ? undefined : end).join(' ')
    return [`\`${usage}\``, summary.replaceAll(/docs\/([\w-]+\.md)/g, '[$&]($1)')]
  })
  return table(['Command', 'Description'], rows)
}

/** The page of all commands. */
export const commandsPage = (): Generated => generated('docs/commands.md', page => renderPage(page, commandsTable))
