import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Generated, generated, root } from './generated.ts'

/** The checksums of all migrations. A new migration gets its line; a line that is there never changes. */
export const checksumFiles = (): Generated[] =>
  globSync(['services/*/src/persistence/migrations/checksums.txt', 'libs/*/sql/**/migrations/checksums.txt'], {
    cwd: root,
  }).map(path => generated(path, current => current + newLines(join(root, dirname(path)), current)))

const newLines = (folder: string, current: string): string =>
  globSync('*.sql', { cwd: folder })
    .toSorted()
    .filter(name => !current.includes(`  ${name}\n`))
    .map(name => {
      const checksum = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')
      return `${checksum}  ${name}\n`
    })
    .join('')
