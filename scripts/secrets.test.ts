import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSecrets } from './secrets.ts'

async function dataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tune-secrets-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('secrets are made once, for their owner alone', async () => {
  const folder = await dataDir()
  const made = await loadSecrets(folder)
  expect(await loadSecrets(folder)).toEqual(made)
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o077).toBe(0)
  expect(await readdir(folder)).toEqual(['secrets.json'])
})

test('lost or damaged ones are not replaced beside a database and a chain that belong to them', async () => {
  const folder = await dataDir()
  const path = join(folder, 'secrets.json')
  await mkdir(join(folder, 'postgres'))
  await expect(loadSecrets(folder)).rejects.toThrow(`${path} is gone`)
  await writeFile(path, '{"JWT_SECRET": "cut o')
  await expect(loadSecrets(folder)).rejects.toThrow(`${path} is damaged`)
})
