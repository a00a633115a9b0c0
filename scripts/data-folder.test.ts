import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { claimFolder, requireFolder } from './data-folder.ts'

const MODULE = join(import.meta.dirname, 'data-folder.ts')

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tune-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Another process that has claimed the folder, with a part that outlives it. */
async function claimedByAnother(folder: string): Promise<{ world: ChildProcess; part: number }> {
  const world = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { spawn } from 'node:child_process'
     import { claimFolder } from ${JSON.stringify(MODULE)}
     const { add } = await claimFolder(${JSON.stringify(folder)})
     const part = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
     add(part.pid)
     console.log(part.pid)
     setInterval(() => undefined, 1000)`,
  ])
  const part = await new Promise<number>((resolve, reject) => {
    world.stdout?.once('data', (line) => resolve(Number(line)))
    world.once('exit', () => reject(new Error('the other process could not claim the folder')))
  })
  onTestFinished(() => {
    for (const pid of [world.pid, part]) killIfAlive(pid)
  })
  return { world, part }
}

function killIfAlive(pid: number | undefined): void {
  try {
    process.kill(pid as number, 'SIGKILL')
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault
  }
}

const holder = (folder: string) => Number(readFileSync(join(folder, 'world.pids'), 'utf8').split(' ')[0])

test('a folder in use is refused, with the process that has to be ended', async () => {
  const folder = newFolder()
  const { world } = await claimedByAnother(folder)
  await expect(claimFolder(folder, 200)).rejects.toThrow(`kill ${world.pid}`)
})

test('the parts of a world that was killed are waited for, and named when they do not end', async () => {
  const folder = newFolder()
  const { world, part } = await claimedByAnother(folder)
  world.kill('SIGKILL')
  await expect(claimFolder(folder, 200)).rejects.toThrow(`kill -9 ${part}`)
  const claimed = claimFolder(folder)
  process.kill(part, 'SIGKILL')
  await claimed
  expect(holder(folder)).toBe(process.pid)
})

test('a number that was given to another process since is nobody to wait for', async () => {
  const folder = newFolder()
  await claimFolder(folder)
  const list = join(folder, 'world.pids')
  const before = readFileSync(list, 'utf8')
  // The same process id, as if it had started at another time.
  writeFileSync(list, before.trimEnd().concat('0\n'))
  await claimFolder(folder, 200)
  expect(readFileSync(list, 'utf8')).toBe(before)
})

test('a file in the place of the folder, or above it, is a sentence with a way out', () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  expect(() => requireFolder(file)).toThrow(
    `${file} is a file, not a folder. Mend that, or choose another: DATA_DIR=`,
  )
  expect(() => requireFolder(join(file, 'data'))).toThrow('is below a file, not a folder.')
})

const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0

test.skipIf(!canMount).each([
  ['only be read', 'mount -t tmpfs -o ro tmpfs "$1"', 'is on a disk that can only be read.'],
  [
    'take no more',
    'mount -t tmpfs -o size=64k tmpfs "$1" && ! cat /dev/zero > "$1/full" 2>/dev/null',
    'is on a disk that is full.',
  ],
])('a disk that can %s is a sentence', (_what, mount, said) => {
  const folder = newFolder()
  const ask = `import(${JSON.stringify(MODULE)}).then(({ requireFolder }) => requireFolder(process.argv[1])).catch(({ message }) => console.log(message))`
  const { stdout } = spawnSync(
    'unshare',
    ['--mount', 'sh', '-c', `${mount} && exec "$2" -e "$3" "$1"`, 'sh', folder, process.execPath, ask],
    { encoding: 'utf8', cwd: join(import.meta.dirname, '..') },
  )
  expect(stdout).toContain(`${folder} ${said}`)
})
