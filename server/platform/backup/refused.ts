/** Why a backup cannot be made or brought back, as a sentence for whoever asked. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}
