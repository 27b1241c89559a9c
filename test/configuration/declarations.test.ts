import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { configurationFiles } from '../../tools/docs/configuration/files.ts'

test.each(configurationFiles().map(file => ({ ...file, name: basename(file.file) })))(
  '$name is current (else: npm run docs)',
  ({ current, rendered }) => {
    expect(current).toBe(rendered)
  },
)
