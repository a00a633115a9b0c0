/** The formats the video host accepts. */

export const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/webm'] as const
export const VIDEO_MAX_BYTES = 2 * 1024 ** 3
