/** Where the bucket is, and as whom we come. */
export type S3Settings = {
  /** Address of the store, without the bucket. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Whether the bucket stands in the path, or before the host's name. */
  pathStyle: boolean
}

/** The address of the bucket, below which its objects are. */
export function bucketAddress({ endpoint, bucket, pathStyle }: S3Settings): string {
  const address = new URL(endpoint)
  if (pathStyle) address.pathname = `${address.pathname.replace(/\/$/, '')}/${bucket}`
  else address.hostname = `${bucket}.${address.hostname}`
  return address.href
}
