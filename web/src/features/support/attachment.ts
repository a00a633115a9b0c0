/** A file as it is sent: as a data URL. */
export type Attachment = { name: string; size: number; isImage: boolean; dataUrl: string }

/** Reads the file. Rejects when the browser cannot, for instance because it has been moved meanwhile. */
export function readAttachment(file: File): Promise<Attachment> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () =>
      resolve({
        name: file.name,
        size: file.size,
        isImage: file.type.startsWith('image/'),
        dataUrl: String(reader.result),
      })
    reader.readAsDataURL(file)
  })
}

/** `1,2 MB`, in English `1.2 MB`; at least a tenth of a kilobyte. */
export function formatSize(bytes: number, language: 'pt' | 'en'): string {
  const [value, unit] = bytes < 1_000_000 ? [Math.max(bytes / 1000, 0.1), 'kB'] : [bytes / 1_000_000, 'MB']
  const figures = new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : 'en', { maximumFractionDigits: 1 })
  return `${figures.format(value)} ${unit}`
}
