/* banned.h - calls that hide an error or a length; included last. */
#ifndef BANNED_H
#define BANNED_H

#pragma GCC poison strcpy strcat strncpy sprintf vsprintf strtok atoi atol atof sscanf strerror    \
	localtime gmtime

#endif
