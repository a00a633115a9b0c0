/** What the commands for sealed files have in common. */
import { chmod } from 'node:fs/promises'
import {
  passphraseOf,
  type SealedKind,
  seal,
  unsealFile,
  writeSealed,
} from '#server/platform/keys/sealed-file.ts'

/** Seals `secret` in a new file, and reads it back. Throws SealedFileError. */
export async function sealNew(
  kind: SealedKind,
  secret: Uint8Array,
  path: string,
  passphraseFile: string,
): Promise<void> {
  const passphrase = await passphraseOf(undefined, passphraseFile)
  await writeSealed(path, await seal(kind, secret, passphrase), false)
  await unsealFile(kind, path, passphrase)
  console.log(`${path} is sealed. Copy it and its passphrase to two places that are not this machine, apart.`)
}

/** Seals the same secret anew, in place of the old file: there is always one of the two. */
export async function changePassphrase(
  kind: SealedKind,
  path: string,
  oldFile: string,
  newFile: string,
): Promise<number> {
  const secret = await unsealFile(kind, path, await passphraseOf(undefined, oldFile))
  await writeSealed(path, await seal(kind, secret, await passphraseOf(undefined, newFile)), true)
  await chmod(path, 0o600)
  console.log(
    `${path} now opens with the other passphrase. Copies of the old file still open with the old one.`,
  )
  return 0
}
