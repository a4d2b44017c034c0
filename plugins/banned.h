/* banned.h - what has a safer sibling. Included last, in every .c file. */
#ifndef BANNED_H
#define BANNED_H

#pragma GCC poison strcpy strcat strncpy sprintf vsprintf gets strtok sscanf strerror
#pragma GCC poison atoi atol atof localtime gmtime ctime asctime

#endif
