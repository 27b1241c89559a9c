import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const folders = globSync(['services/*/src/persistence/migrations', 'libs/*/sql/**/migrations']).sort()

test('every schema has migrations', () => {
  expect(folders).toHaveLength(9)
})

describe.each(folders)('%s', folder => {
  const files = globSync('*', { cwd: folder }).sort()
  const landed = new Map(
    readFileSync(join(folder, 'checksums.txt'), 'utf8')
      .trim()
      .split('\n')
      .map(line => [line.slice(66), line.slice(0, 64)]),
  )

  test('has SQL files with consecutive numbers and their checksums, nothing else', () => {
    const migrations = files.filter(file => file !== 'checksums.txt')
    expect([...landed.keys()]).toEqual(migrations)
    const numbers = migrations.map((_, index) => String(index + 1).padStart(4, '0'))
    expect(migrations.map(file => /^(\d{4})-[a-z-]+\.sql$/.exec(file)?.[1])).toEqual(numbers)
  })

  test.each([...landed])('%s is unchanged since it landed: a change is a new migration', (file, checksum) => {
    expect(
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ).toBe(checksum)
  })
})
