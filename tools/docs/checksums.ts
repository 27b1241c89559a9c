import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Generated, generated } from './generated.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The checksums of all migrations. A new migration gets its line; a line that is there never changes. */
export const checksumFiles = (): Generated[] =>
  globSync(['services/*/src/persistence/migrations/checksums.txt', 'libs/*/sql/**/migrations/checksums.txt'], {
    cwd: root,
  }).map(file => withNewLines(join(root, file)))

function withNewLines(file: string): Generated {
  const current = readFileSync(file, 'utf8')
  const folder = dirname(file)
  const added = globSync('*.sql', { cwd: folder })
    .toSorted()
    .filter(name => !current.includes(`  ${name}\n`))
    .map(name => {
      const checksum = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')
      return `${checksum}  ${name}\n`
    })
  return generated(file, current + added.join(''))
}
